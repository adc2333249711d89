import { words } from './words.js';

/** Acronyms of common nouns, which name nothing: roles, documents, procedures, measures, parts of software. */
export const COMMON_ACRONYMS = words(`
  agm egm ceo cto cfo coo cio vp md hr pr ir it qa ui ux ci cd pr mr prs rfc rfp rfq adr poc mvp sla slo kpi okr roi
  faq pdf csv url api sdk cli ide os db cpu gpu ram ssd usb hdmi led lcd tv pc ac dc id pin sms gps vpn dns ssl tls
  eta eod eow asap fyi tbd tba tbc nb ps rsvp wip ooo wfh pto am pm gmt utc cet cest est pst bst
  gp er icu a&e u&e a1c oom hgv aob dnacpr mri ct ecg ekg eeg iv bp hr bmi tb uti copd adhd ptsd ocd npo dna dnr hiv std
  vat gst nda mou mta dob cv phd msc bsc ba ma mba gcse
  diy suv ev atm vip bbq byo qr ip
`);
