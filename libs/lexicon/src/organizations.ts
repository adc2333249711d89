import { phrases, words } from './words.js';

/** Last words of names of organizations. */
export const ORGANIZATION_ENDINGS = words(`
  inc inc. ltd ltd. llc llp gmbh kgaa asa aps oyj kk sarl srl pty pvt kft corp corp. corporation company co. ag plc
  sa oy ab bv nv kg group holdings university college school institute academy hospital clinic bank foundation
  airlines airways ventures partners labs laboratories club team band choir orchestra association society union
  ministry department council agency industries enterprises logistics freight systems technologies software studios
  consulting capital insurance pharma pharmaceuticals motors records press party congress parliament committee
  federation league fc rovers united wanderers rangers athletic philharmonic quartet trio collective cooperative
  observatory brewery trust fund
`);

/** First words of names of organizations. */
export const ORGANIZATION_OPENINGS = words(`
  university universidad université universität bank ministry department institute college school academy
  association federation
`);

/** Words in names of schools. */
export const SCHOOL_WORDS = words(`
  university universidad universidade université universität università uni college school institute academy
  polytechnic conservatory primary secondary elementary grammar kindergarten sixth-form hochschule volksuniversiteit scoil mit eth ucl lse iit gymnasium lycée colegio
`);
/** Words in names of groups that have members. */
export const GROUP_WORDS = phrases(`
  club, team, band, choir, orchestra, association, society, union, party, fc, sc, league, collective, crew,
  committee, council, board, guild, ensemble, church, congregation, troupe, federation, quartet, singers, chorus,
  squad, koor, chor, coro, red cross
`);
/** Nouns of ensembles and teams. */
export const ENSEMBLES = words('band choir orchestra team club quartet trio');
/** Nouns of parts of an organization, behind their names: "the Risk team". */
export const UNIT_NOUNS = words(
  'team teams department dept squad unit division desk crew committee board project programme program account',
);
/** Nouns of those who pay for or buy from an organization. */
export const BACKERS = words('sponsor client customer supplier funder investor');

/** Legal forms of companies, by their canonical form. */
export const LEGAL_FORMS: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ incorporated: 'inc', corporation: 'corp', company: 'co', limited: 'ltd' }),
  ...[...words('inc corp co ltd llc llp lp plc gmbh ag kg sa sas sarl srl spa bv nv oy ab pty')].map(
    (form): [string, string] => [form, form],
  ),
]);
