import { Controller, Get, Header } from '@nestjs/common';
import { Public } from '../http/route-rules.js';
import { openApiDocument } from './document.js';
import { docsPage, DOCS_POLICY } from './page/docs-page.js';

/** Serves the description of the API; it holds no secret, so it needs no credential. */
@Controller('v1')
export class OpenApiController {
  private readonly document = openApiDocument();
  private readonly page = docsPage(this.document);

  @Public()
  @Get('openapi.json')
  openapi(): object {
    return this.document;
  }

  /** The same for people. */
  @Public()
  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', DOCS_POLICY)
  @Header('x-content-type-options', 'nosniff')
  docs(): string {
    return this.page;
  }
}
