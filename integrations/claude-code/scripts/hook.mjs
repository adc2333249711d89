// The hook of all events: reads the event from stdin, and recalls (UserPromptSubmit) or remembers (Stop, SessionEnd).
// It always exits with 0, so that nothing here holds up a prompt; what fails is one line on stderr (claude --debug).
import { text } from 'node:stream/consumers';
import { settings } from './engraph.mjs';
import { recall } from './recall.mjs';
import { remember } from './remember.mjs';

const HANDLERS = { UserPromptSubmit: recall, Stop: remember, SessionEnd: remember };

try {
  const event = parsed(await text(process.stdin));
  const own = await settings();
  const output = own === null ? undefined : await HANDLERS[event.hook_event_name]?.(event, own);
  if (output !== undefined) process.stdout.write(`${JSON.stringify(output)}\n`);
} catch (error) {
  process.stderr.write(`engraph: ${error instanceof Error ? error.message : String(error)}\n`);
}

/** The error of JSON.parse would quote the event, which has the prompt. */
function parsed(input) {
  try {
    return JSON.parse(input);
  } catch {
    throw new Error('the event is no JSON');
  }
}
