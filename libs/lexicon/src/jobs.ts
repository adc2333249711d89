import { phrases, words } from './words.js';

/** Nouns of jobs, as the last word of a phrase ("data engineer"). */
export const JOBS: ReadonlySet<string> = new Set([
  ...words(`
  engineer developer programmer designer architect teacher professor lecturer tutor nurse doctor surgeon physician
  dentist vet veterinarian pharmacist therapist psychologist psychiatrist physiotherapist paramedic midwife lawyer
  attorney solicitor barrister judge paralegal accountant auditor analyst consultant manager director founder ceo
  cto cfo coo entrepreneur researcher scientist physicist chemist biologist geologist mathematician statistician
  economist historian archaeologist anthropologist librarian archivist curator journalist reporter editor writer
  author novelist poet translator interpreter copywriter photographer filmmaker producer actor actress singer
  musician guitarist bassist drummer pianist violinist composer conductor dj dancer painter sculptor illustrator
  animator artist chef cook baker butcher barista bartender waiter waitress farmer gardener florist fisherman
  carpenter plumber electrician mechanic welder mason builder roofer tailor hairdresser barber driver pilot sailor
  trucker courier postman firefighter policeman policewoman officer detective soldier guard secretary receptionist
  assistant clerk cashier salesman saleswoman salesperson recruiter marketer realtor broker banker trader investor
  intern apprentice student coach trainer athlete footballer referee technician operator janitor cleaner nanny
  babysitter maker webmaster sysadmin administrator freelancer contractor planner surveyor optician radiologist
  cardiologist oncologist pediatrician paediatrician neurologist dermatologist anesthesiologist stylist potter
  weaver blacksmith jeweller diplomat politician priest pastor rabbi imam monk nun
  gp dietician dietitian nutritionist physio hygienist orthodontist podiatrist osteopath chiropractor radiographer
  anaesthetist obstetrician gynaecologist urologist ophthalmologist audiologist counsellor counselor carer caregiver
  caretaker foreman forewoman supervisor bookkeeper handyman locksmith glazier plasterer welder joiner decorator
  landscaper tiler scaffolder stonemason machinist fitter upholsterer seamstress cobbler watchmaker winemaker brewer
  beekeeper shepherd confectioner fishmonger greengrocer shopkeeper milkman miner housekeeper butler concierge porter
  doorman bouncer lifeguard childminder beautician masseuse tattooist notary magistrate prosecutor bailiff actuary
  underwriter stockbroker headteacher headmaster headmistress postdoc academic linguist biochemist astronomer
  philosopher sociologist astronaut screenwriter playwright cinematographer videographer columnist presenter
  proofreader typist publicist spokesman spokeswoman spokesperson
  superintendent commissioner inspector sergeant constable registrar ambassador vicar bishop chaplain dispatcher
  steward stewardess merchandiser estimator technologist executive
`),
  ...phrases(`
  social worker, care worker, support worker, youth worker, case worker, key worker, factory worker, warehouse worker,
  construction worker, head teacher, tech lead, team lead, ops lead, operations lead, logistics lead, project lead,
  product lead, design lead, sales lead, marketing lead, engineering lead, data lead, shift lead, team leader,
  shift leader, group leader, project leader, product owner, scrum master, flight attendant, tour guide, personal trainer,
  estate agent, travel agent, letting agent, insurance agent, call handler, ward sister, health visitor
`),
]);

/** Jobs by which a person is introduced ("our lawyer Aydan"); a boss or doctor is a relation instead. */
export const TRADES = words(`
  ceo cto cfo coo engineer developer programmer designer architect lawyer attorney solicitor accountant auditor
  analyst consultant translator photographer chef cook baker gardener carpenter plumber electrician mechanic builder
  driver secretary receptionist intern recruiter technician janitor cleaner nanny babysitter contractor webmaster
  sysadmin bookkeeper caretaker drummer bassist guitarist singer pianist conductor editor producer publicist
`);

/** Nouns with which a title begins that says of what: "Head of Sales". */
export const TITLES_OF = words('head director vp chief manager dean vice-president');
/** Words that qualify a job in its title: "Senior Data Engineer", "Chief Financial Officer". */
export const JOB_QUALIFIERS = words(`
  senior junior lead principal chief head deputy assistant associate vice general managing executive acting interim
  finance financial sales marketing product project program programme software hardware data operations operating
  human resources people technical technology creative art arts editorial regional national international global
  office account accounts customer client research design engineering information security quality production supply
  logistics purchasing procurement legal compliance medical clinical nursing staff backend frontend web mobile
  machine learning business development strategy communications media press events community policy school primary
  secondary head theatre ward team line area floor shift department store project site field workshop and & of
`);

/** Jobs that are relations where somebody's: "my manager Ana". */
export const RELATIONAL_JOBS = words('manager supervisor trainer tutor student guard');

/** Jobs that say nothing of somebody's work alone beside a name: "author Ana", "my line manager Ana". */
export const NO_TITLES = phrases(`
  author, reporter, writer, operator, contractor, founder, investor, student, supervisor, line manager, secretary,
  trader, player, maker, guard, supplier
`);
/** Further ones behind a noun phrase of somebody's: "my manager is Ana". */
export const NO_ROLE_TITLES: ReadonlySet<string> = new Set([
  ...NO_TITLES,
  'manager',
  'assistant',
  'intern',
  'apprentice',
]);

/** Offices to which people are elected. */
export const OFFICES = words(`
  captain chair chairman chairwoman chairperson president treasurer secretary mayor leader councillor senator
  vice-captain vice-president vice-chair co-chair
`);
