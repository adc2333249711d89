import { Controller, Get } from '@nestjs/common';
import { openApiDocument } from './document.js';

/** Serves the description of the API; it holds no secret, so it needs no credential. */
@Controller('v1')
export class OpenApiController {
  private readonly document = openApiDocument();

  @Get('openapi.json')
  openapi(): object {
    return this.document;
  }
}
