import type { LanguageModelMiddleware } from 'ai';
import { lastTurn } from './conversation.js';
import type { MemoryOptions } from './memory-options.js';
import { RecalledTexts } from './recalled-texts.js';
import { rememberTurn } from './remember.js';

/**
 * A middleware for `wrapLanguageModel` that recalls what matters to the user's message, puts it before the message,
 * and remembers message and answer. If Engraph is unavailable, the model is called as if it were not there.
 */
export function engraphMemory(options: MemoryOptions): LanguageModelMiddleware {
  const recalled = new RecalledTexts(options);
  return {
    specificationVersion: 'v4',
    async wrapGenerate({ params, model }) {
      const turn = lastTurn(params.prompt);
      if (turn === null) return model.doGenerate(params);
      const result = await model.doGenerate(await recalled.addTo(params, turn));
      const text = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
      await rememberTurn(options, params, turn, isAnswer(result.finishReason) ? text : '');
      return result;
    },
    async wrapStream({ params, model }) {
      const turn = lastTurn(params.prompt);
      if (turn === null) return model.doStream(params);
      const { stream, ...rest } = await model.doStream(await recalled.addTo(params, turn));
      const remembering = afterStream((answer) => rememberTurn(options, params, turn, answer));
      return { stream: stream.pipeThrough(remembering), ...rest };
    },
  };
}

type StreamPart =
  Awaited<ReturnType<NonNullable<LanguageModelMiddleware['wrapStream']>>>['stream'] extends ReadableStream<infer Part>
    ? Part
    : never;

type FinishReason = Extract<StreamPart, { type: 'finish' }>['finishReason'];

/** Passes a stream on, and calls `remember` with its text once it has ended without an error. */
function afterStream(remember: (answer: string) => Promise<void>): TransformStream<StreamPart, StreamPart> {
  let text = '';
  let finishReason: FinishReason | null = null;
  return new TransformStream({
    transform(part, controller) {
      if (part.type === 'text-delta') text += part.delta;
      if (part.type === 'finish') finishReason = part.finishReason;
      controller.enqueue(part);
    },
    async flush() {
      if (finishReason !== null) await remember(isAnswer(finishReason) ? text : '');
    },
  });
}

/** Whether the text is the model's answer: not what it says before a tool call, nor what was cut off by a fault. */
function isAnswer({ unified }: FinishReason): boolean {
  return unified === 'stop' || unified === 'length' || unified === 'other';
}
