import { McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import { CallRefused, type EngraphCalls } from './calls/engraph-calls.js';
import { registerProfiles } from './resources.js';
import { ApiSchemas } from './schema/api-schemas.js';
import { toolAnswerSchema, toolSchema, type ToolArguments } from './schema/tool-schema.js';
import { CORRECT } from './tools/correct.js';
import { ENTITY } from './tools/entity.js';
import { FORGET } from './tools/forget.js';
import type { MemoryTool } from './tools/memory-tool.js';
import { RECALL } from './tools/recall.js';
import { REMEMBER } from './tools/remember.js';
import { WHOAMI } from './tools/whoami.js';
import { USAGE } from './usage.js';

const TOOLS: readonly MemoryTool[] = [REMEMBER, RECALL, FORGET, CORRECT, ENTITY, WHOAMI];

export interface McpServersOptions {
  /** OpenAPI document of the service that answers the calls, with exact integers. */
  readonly document: JsonSchema;
  /** Version of this program, which clients may show. */
  readonly version: string;
  /** Called for an error that is none of the API, which the client only hears of as such. */
  readonly onUnexpected: (error: unknown) => void;
}

/** Makes MCP servers, the same for every transport. Schemas are read from the document once. */
export class McpServers {
  private readonly tools: readonly ToolWithSchemas[];

  /** @throws TypeError if the document is of a service that lacks what the tools need */
  constructor(private readonly options: McpServersOptions) {
    const schemas = new ApiSchemas(options.document);
    this.tools = TOOLS.map((tool) => {
      const { fields, required } = tool.answer(schemas);
      const inputSchema = toolSchema(tool.fields(schemas), tool.required);
      return { tool, inputSchema, outputSchema: toolAnswerSchema(fields, required) };
    });
  }

  /** A server whose tools work by these calls. */
  over(calls: EngraphCalls): McpServer {
    const about = { name: 'engraph', title: 'Engraph memory', version: this.options.version };
    const server = new McpServer(about, { instructions: USAGE, capabilities: CAPABILITIES });
    for (const { tool, ...schemas } of this.tools) {
      const { title, description, annotations } = tool;
      server.registerTool(tool.name, { title, description, annotations, ...schemas }, (given) =>
        this.answer(tool, given, calls),
      );
    }
    registerProfiles(server, calls);
    server.registerPrompt(
      'use-memory',
      { title: 'Use this memory', description: 'Tells a model when to remember, recall, correct and forget.' },
      () => ({ messages: [{ role: 'user', content: { type: 'text', text: USAGE } }] }),
    );
    return server;
  }

  private async answer(tool: MemoryTool, given: ToolArguments, calls: EngraphCalls): Promise<CallToolResult> {
    try {
      const { text, data, failed } = await tool.run(given, calls);
      return { content: [{ type: 'text', text }], structuredContent: data, ...(failed && { isError: true }) };
    } catch (error) {
      if (error instanceof CallRefused) return refused(error);
      this.options.onUnexpected(error);
      return refused(new CallRefused('engine.error', 'something went wrong; see the log of the server'));
    }
  }
}

interface ToolWithSchemas {
  readonly tool: MemoryTool;
  readonly inputSchema: ReturnType<typeof toolSchema>;
  readonly outputSchema: ReturnType<typeof toolAnswerSchema>;
}

/** The lists never change while a server runs. */
const CAPABILITIES = {
  tools: { listChanged: false },
  resources: { listChanged: false, subscribe: false },
  prompts: { listChanged: false },
};

/** Codes of what only the user can put right: most clients show nobody what a server writes to standard error. */
const FOR_THE_USER = ['wrong_settings', 'connection', 'unauthorized', 'engine.unavailable'];
const TELL = ' The memory does not work; tell the user why.';

/** Result of a tool that did nothing; the model reads why. */
function refused({ code, message, retryAfterSeconds }: CallRefused): CallToolResult {
  const wait = retryAfterSeconds === null ? '' : ` Try again in ${String(retryAfterSeconds)} s.`;
  return {
    content: [{ type: 'text', text: `${code}: ${message}.${wait}${FOR_THE_USER.includes(code) ? TELL : ''}` }],
    structuredContent: { error: { code, message, ...(wait !== '' && { retry_after_seconds: retryAfterSeconds }) } },
    isError: true,
  };
}
