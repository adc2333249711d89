import { phrases } from './words.js';

/** Marital, employment and other states of a person. */
export const STATES = phrases(`
  single, married, divorced, widowed, engaged, retired, pregnant, unemployed, on leave, on maternity leave,
  on paternity leave, on parental leave, on sabbatical, on vacation, on holiday, ill, between jobs, self-employed,
  in hospital, in recovery, out of office, laid off, off sick, out sick, on strike, in quarantine, on crutches,
  in remission, jobless, expecting, on medical leave, on bed rest, separated, remarried, newly single, injured
`);
