import { CallRefused } from '#mcp/calls/engraph-calls.js';
import type { FindService, ServiceAddress } from '#mcp/calls/http-calls.js';
import type { EmbeddedService } from './embedded-service.js';

/** Finds the service at an address from the settings. Every call says what is wrong with these. */
export function remoteService(address: string, apiKey: string): FindService {
  return () =>
    new Promise((resolve) => {
      resolve(addressOf(address, apiKey));
    });
}

/** @throws CallRefused if there is no key, or the URL is none, or holds a credential */
function addressOf(address: string, apiKey: string): ServiceAddress {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw wrongSettings('the URL of the service must begin with http:// or https://; correct ENGRAPH_URL');
  if (url.username !== '' || url.password !== '' || url.search !== '')
    throw wrongSettings('the URL of the service must hold no credential; set ENGRAPH_API_KEY instead');
  if (apiKey === '') throw wrongSettings('ENGRAPH_API_KEY is required with a URL');
  return { url: url.href.replace(/\/$/, ''), apiKey };
}

/** Finds the service of a data directory, or starts it. Every call says why it cannot be started. */
export function embeddedService(embedded: EmbeddedService): FindService {
  return (lost) =>
    embedded.find(lost).catch((error: unknown) => {
      throw new CallRefused('engine.unavailable', `the memory could not be started: ${(error as Error).message}`);
    });
}

function wrongSettings(message: string): CallRefused {
  return new CallRefused('wrong_settings', message);
}
