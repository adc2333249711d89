import { phrases } from './words.js';

/** Marital, employment and other states of a person. */
export const STATES = phrases(`
  single, married, divorced, widowed, engaged, retired, pregnant, unemployed, on leave, on maternity leave,
  on paternity leave, on parental leave, on sabbatical, on vacation, on holiday, ill, between jobs, self-employed,
  in hospital, in recovery, out of office, laid off, off sick, out sick, on strike, in quarantine, on crutches,
  in remission, getting divorced, going through a divorce, on annual leave, on compassionate leave, on unpaid leave,
  off work, signed off, signed off sick, in rehab, in prison, in jail, in intensive care, semi-retired, furloughed, freelancing,
  looking for work, looking for a job, job hunting,
  jobless, expecting, on medical leave, on bed rest, separated, remarried, newly single, injured
`);
