import type { MentionObservation } from '#contracts/observations.js';
import { words } from '#lexicon/words.js';
import type { Sentence } from '../text/sentences.js';
import type { Claim, Features } from './claim.js';

/** Words of a sentence that tell whether it asserts what it speaks of, and of whom. */
const CUES: readonly (readonly [string, ReadonlySet<string>])[] = [
  ['negation', words("not n't no never neither nor without nobody none nothing hardly cannot")],
  ['modal', words("would could might may should if unless whether maybe perhaps probably possibly likely 'd")],
  ['wish', words('hope hopes hoping wish want wants wanted need try trying thinking consider considering considered')],
  ['future', words("will 'll going gonna tomorrow soon next upcoming planned planning plan plans expected due")],
  ['past', words('was were had used former formerly previously ago earlier until ex once originally retired left')],
  ['report', words('said says say told tells heard hear apparently reportedly claims claimed according asked thinks')],
  ['second person', words('you your yours u ur yourself please')],
  ['first person', words('i me my mine we us our ours im myself')],
  ['third person', words('he she his her him their they them who whose')],
];
/** UTF-16 units of a clause by which its sentence is found. */
const CLAUSE_BEGINNING = 40;

/** A text with its sentences, which all claims of a memory share: a long text is not cut again for each. */
export interface SentencedText {
  readonly text: string;
  readonly sentences: readonly Sentence[];
}

/** How the sentence of a claim is worded. */
export function wordingFeatures(
  claim: Claim,
  { text, sentences }: SentencedText,
  mentions: readonly MentionObservation[],
): Features {
  const wanted = 'from' in claim ? [claim.to.name, claim.from.name] : [claim.text.slice(0, CLAUSE_BEGINNING)];
  const sentence = sentenceWith(text, sentences, wanted);
  if (sentence === undefined) return {};
  const said = text.slice(sentence.start, sentence.end);
  const lower = sentence.tokens.map((token) => token.lower);
  const cues = CUES.map(([name, cue]) => [`cue:${name}`, Number(lower.some((word) => cue.has(word)))]);
  return {
    ...(Object.fromEntries(cues) as Features),
    'sentence:question': Number(said.includes('?')),
    'sentence:quote': Number(/["“”]/.test(said)),
    'sentence:length': Math.log2(1 + lower.length / 10),
    'sentence:both': Number(wanted.every((name) => said.includes(name))),
    'sentence:names': Math.min(6, mentions.filter(({ name }) => said.includes(name)).length),
    'sentence:symbols': lower.filter((word) => /^[^\p{L}\p{N}.,'’!?]/u.test(word)).length / Math.max(1, lower.length),
    ...betweenFeatures(wanted, said),
  };
}

function sentenceWith(text: string, sentences: readonly Sentence[], wanted: readonly string[]): Sentence | undefined {
  const holding = (name: string) => {
    const at = text.indexOf(name);
    const sentence = at < 0 ? undefined : sentenceAt(sentences, at);
    return sentence !== undefined && at + name.length <= sentence.end ? sentence : undefined;
  };
  return wanted.map(holding).find((sentence) => sentence !== undefined) ?? sentences[0];
}

/** The last sentence that begins at an index or before, by binary search. */
function sentenceAt(sentences: readonly Sentence[], index: number): Sentence | undefined {
  let [low, high] = [0, sentences.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sentences[middle]?.start ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return sentences[low - 1];
}

/** How far apart the two names of a relation stand. */
function betweenFeatures([to = '', from]: readonly string[], said: string): Features {
  const [a, b] = [said.indexOf(to), from === undefined ? -1 : said.indexOf(from)];
  if (from === undefined || a < 0 || b < 0) return {};
  const between = a < b ? said.slice(a + to.length, b) : said.slice(b + from.length, a);
  return {
    'between:length': Math.log2(1 + between.length / 10),
    'between:break': Number(/[.;:\n(]/.test(between)),
    'between:object first': Number(a < b),
  };
}
