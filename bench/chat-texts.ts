const FIRST = [
  'Maria',
  'James',
  'Priya',
  'Chen',
  'Fatima',
  'Lukas',
  'Sofia',
  'Omar',
  'Hannah',
  'Diego',
  'Yuki',
  'Grace',
];
const SYLLABLES = [
  'bar',
  'den',
  'fol',
  'gar',
  'hol',
  'kin',
  'lam',
  'mor',
  'nor',
  'pel',
  'rin',
  'sel',
  'tor',
  'van',
  'wel',
  'zan',
];
const CITIES = ['Lisbon', 'Berlin', 'Chicago', 'Toronto', 'Madrid', 'Oslo', 'Vienna', 'Nairobi', 'Osaka', 'Dublin'];
const COMPANIES = [
  'Acme Corp',
  'Globex Inc',
  'Initech',
  'Umbrella Labs',
  'Northwind Ltd',
  'Contoso',
  'Stark Industries',
];
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

type Sentence = (who: string, whom: string, city: string, company: string, day: string) => string;

const SENTENCES: readonly Sentence[] = [
  (who, whom, city, company) =>
    `I had lunch with ${who} today; she works at ${company} in ${city} and reports to ${whom}`,
  (who, whom, city, company, day) =>
    `${who} called on ${day}: her brother ${whom} moved to ${city} and joined ${company}`,
  (who, whom, city, company) =>
    `We should invite ${who} and ${whom} to dinner when the ${company} team is in ${city} again`,
  (who, whom, city, company, day) =>
    `Remind me to call ${who} on ${day} about the ${city} trip; ${whom} from ${company} comes too`,
  (who, whom, city, company) =>
    `${who} likes hiking, lives in ${city} and is a friend of ${whom}, who founded ${company}`,
];

/** The n-th of an endless row of chat messages of about 120 characters, all different, with names that come again. */
export function chatText(n: number): string {
  const draw = drawsOf(n);
  const pick = <T>(list: readonly T[]): T => list[draw(list.length)] as T;
  const who = `${pick(FIRST)} ${surname(draw(256))}`;
  const whom = `${pick(FIRST)} ${surname(draw(256))}`;
  return `${pick(SENTENCES)(who, whom, pick(CITIES), pick(COMPANIES), pick(DAYS))} (${String(n)}).`;
}

/** A name for each number from 0 to 65,535 that no other number has. */
export function surname(n: number): string {
  const name = [12, 8, 4, 0].map((shift) => SYLLABLES[(n >> shift) & 15] ?? '').slice(n < 256 ? 2 : 0);
  return name.join('').replace(/^./, (letter) => letter.toUpperCase());
}

/** Numbers that look random and are the same for the same seed (a linear congruential generator). */
export function drawsOf(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) % 4_294_967_296;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}
