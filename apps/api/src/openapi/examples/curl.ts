import { stringifyExact } from '#contracts/exact-json.js';
import type { Operation } from '../operations/operation.js';
import { SHELL_VARIABLES, type ExampleCall } from './example.js';

/** Shell command of an example call; uses the variables $ENGRAPH (base URL) and $KEY. */
export function curlCommand({ method, path, permission, body: takes }: Operation, call: ExampleCall): string {
  const { body, headers = {}, keeps, savedAs } = call;
  const parts = [
    `curl -s ${isUsual(method, call) ? '' : `-X ${method.toUpperCase()} `}"${urlOf(path, call)}"`,
    ...(permission === null ? [] : ['-H "X-API-Key: $KEY"']),
    ...(body ? [`-H 'Content-Type: application/json'`] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body ? [`-d ${quoted(stringifyExact(body))}`] : []),
    ...sentFile(call, takes?.text),
    ...(savedAs === undefined ? [] : [`-o ${savedAs}`]),
  ];
  const command = parts.join(' \\\n  ');
  if (!keeps) return command;
  const kept = Object.entries(keeps).map(
    ([variable, field]) => `${variable}=$(grep -o '"${field}":"[^"]*' answer.json | head -n 1 | cut -d '"' -f 4)`,
  );
  return [`${command} \\\n  | tee answer.json`, ...kept].join('\n');
}

/** Whether curl takes the method by itself. */
function isUsual(method: string, { body, sends }: ExampleCall): boolean {
  return method === 'get' || (method === 'post' && (body ?? sends) !== undefined);
}

function sentFile({ sends }: ExampleCall, type = ''): string[] {
  return sends === undefined ? [] : [`-H 'Content-Type: ${type}'`, `--data-binary @${sends}`];
}

/** URL for use inside double quotes. */
function urlOf(path: string, { parameters = {} }: ExampleCall): string {
  const inPath = new Set([...path.matchAll(/\{([a-z]+)\}/g)].map(([, name]) => name));
  const whole = path.replace(/\{([a-z]+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
  const query = new URLSearchParams(Object.entries(parameters).filter(([name]) => !inPath.has(name))).toString();
  return `$ENGRAPH${withVariables(whole + (query && `?${query}`), (variable) => `$${variable}`)}`;
}

/** Text in single quotes, interrupted by variables. */
function quoted(text: string): string {
  return `'${withVariables(text.replaceAll("'", String.raw`'\''`), (variable) => `'$${variable}'`)}'`;
}

function withVariables(text: string, written: (variable: string) => string): string {
  return Object.entries(SHELL_VARIABLES).reduce(
    (all, [variable, value]) => all.replaceAll(value, written(variable)),
    text,
  );
}
