import { plainAnswer } from '../answers/plain-answer.js';
import { picked, type MemoryTool } from './memory-tool.js';

const OF_IDENTITY = ['identity', 'namespace', 'agent', 'agent_id', 'permissions', 'auth'] as const;

interface Identity {
  readonly namespace: string;
  readonly agent: string;
  readonly permissions: Readonly<Record<string, boolean>>;
}

/** Tool that says whose memory this is. */
export const WHOAMI: MemoryTool = {
  name: 'whoami',
  title: 'Who am I',
  description: 'Whose memory this is (namespace and agent), and what the key may do. Use it to test the connection.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  required: [],
  fields: () => ({}),
  answer: (schemas) => ({
    required: ['namespace', 'agent', 'permissions'],
    fields: schemas.answerFields('Whoami', OF_IDENTITY),
  }),
  run: async (_given, calls) => {
    const { body } = await calls.call('whoami', {});
    const { namespace, agent, permissions } = body as Identity;
    const may = Object.entries(permissions).flatMap(([name, has]) => (has ? [name.replace(/^can_/, '')] : []));
    const text = `Memory of agent ${agent} in namespace ${namespace}. This key may: ${may.join(', ') || 'nothing'}.`;
    return { text, data: picked(plainAnswer(body), OF_IDENTITY) };
  },
};
