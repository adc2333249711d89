import type { Config } from './settings.js';

/** Whether an LLM is configured and its policy allows calls. */
export function asksLlm({ LLM_BASE_URL, LLM_POLICY }: Pick<Config, 'LLM_BASE_URL' | 'LLM_POLICY'>): boolean {
  return LLM_BASE_URL !== '' && LLM_POLICY !== 'never';
}
