import { Controller, Get, Header } from '@nestjs/common';
import { stringifyExact } from '#contracts/exact-json.js';
import { preparedAnswer } from '../admission/prepared-answers.js';
import { Public } from '../http/route-rules.js';
import { openApiDocument } from './document.js';
import { docsPage, DOCS_POLICY } from './page/docs-page.js';

/** Serves the OpenAPI document. It contains no secret and needs no credential. It is encoded once, at start. */
@Controller('v1')
export class OpenApiController {
  private readonly document = preparedAnswer(stringifyExact(openApiDocument()));
  private readonly page = preparedAnswer(docsPage(openApiDocument()));

  @Public()
  @Get('openapi.json')
  @Header('content-type', 'application/json; charset=utf-8')
  openapi(): Buffer {
    return this.document;
  }

  /** The document as an HTML page. */
  @Public()
  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', DOCS_POLICY)
  @Header('x-content-type-options', 'nosniff')
  docs(): Buffer {
    return this.page;
  }
}
