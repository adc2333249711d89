import { Controller, Get, Inject, NotFoundException, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preparedAnswer } from '../admission/prepared-answers.js';
import { Public } from '../http/route-rules.js';
import { API_OPTIONS, type ApiOptions } from '../options/api-options.js';
import { studioFiles, type StudioFile } from './studio-files.js';

const INDEX = 'index.html';

/** Everything comes from this service; no other page may embed it, and no form leaves it. */
const POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:",
  "worker-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
} as const;

/**
 * Serves the pages of studio. They contain no data and need no credential: the page asks its user for a key, and calls
 * the API with it.
 */
@Controller('v1/studio')
export class StudioController {
  private readonly files: ReadonlyMap<string, StudioFile>;

  constructor(@Inject(API_OPTIONS) { studio = false }: ApiOptions) {
    this.files = studio ? studioFiles() : new Map<string, StudioFile>();
  }

  /** The page; its files are found relative to the slash at the end of its address. */
  @Public()
  @Get()
  page(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Buffer {
    const [path = ''] = request.url.split('?', 1);
    if (path.endsWith('/') || !this.files.has(INDEX)) return this.answer(INDEX, request, reply);
    reply.status(308).header('location', 'studio/');
    return MOVED;
  }

  @Public()
  @Get(':file')
  file(
    @Param('file') name: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Buffer {
    return this.answer(name, request, reply);
  }

  private answer(name: string, { headers }: FastifyRequest, reply: FastifyReply): Buffer {
    const file = this.files.get(name);
    if (!file) throw new NotFoundException();
    reply.headers({ ...HEADERS, 'content-type': file.type, 'cache-control': cacheControl(file) });
    const takesGzip = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
    if (takesGzip) reply.header('content-encoding', 'gzip');
    return takesGzip ? file.gzip : file.plain;
  }
}

const MOVED = preparedAnswer('');

function cacheControl({ isHashed }: StudioFile): string {
  return isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
}
