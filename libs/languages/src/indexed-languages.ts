import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stopwords as danishStopWords } from '@orama/stopwords/danish';
import { stopwords as dutchStopWords } from '@orama/stopwords/dutch';
import { stopwords as finnishStopWords } from '@orama/stopwords/finnish';
import { stopwords as frenchStopWords } from '@orama/stopwords/french';
import { stopwords as germanStopWords } from '@orama/stopwords/german';
import { stopwords as hungarianStopWords } from '@orama/stopwords/hungarian';
import { stopwords as italianStopWords } from '@orama/stopwords/italian';
import { stopwords as norwegianStopWords } from '@orama/stopwords/norwegian';
import { stopwords as portugueseStopWords } from '@orama/stopwords/portuguese';
import { stopwords as romanianStopWords } from '@orama/stopwords/romanian';
import { stopwords as russianStopWords } from '@orama/stopwords/russian';
import { stopwords as spanishStopWords } from '@orama/stopwords/spanish';
import { stopwords as swedishStopWords } from '@orama/stopwords/swedish';
import { stopwords as turkishStopWords } from '@orama/stopwords/turkish';

/** How words of a language become terms. */
interface WordAnalysis {
  /** Stem of a word in lower case with its accents (Snowball). */
  readonly stem: (word: string) => string;
  /**
   * Words without content, in lower case with their accents: the list of the package, and question words and
   * others that it lacks.
   */
  readonly stopWords: ReadonlySet<string>;
}

const analysis = (stem: WordAnalysis['stem'], stopWords: readonly string[], missingWords: string): WordAnalysis => ({
  stem,
  stopWords: new Set([...stopWords, ...missingWords.split(' ')]),
});

/** Languages other than English whose words are stemmed in the lexical index, by ISO 639-1 code. */
const ANALYSES = {
  da: analysis(danish, danishStopWords, 'hvornår hvor hvorfra hvordan hvorfor hvem hvad hvilken hvilket hvilke'),
  de: analysis(
    german,
    germanStopWords,
    'wann wo wohin woher wie warum wieso weshalb wer wen wem wessen was welche welcher welches welchen welchem',
  ),
  es: analysis(
    spanish,
    spanishStopWords,
    'cuándo dónde adónde cómo qué quién quiénes cuál cuáles cuánto cuánta cuántos cuántas',
  ),
  fi: analysis(
    finnish,
    finnishStopWords,
    'milloin missä mihin mistä miten kuinka miksi kuka kenen ketkä mikä mitä mitkä',
  ),
  fr: analysis(french, frenchStopWords, 'quand où comment pourquoi combien qui que quoi quel quelle quels quelles'),
  hu: analysis(
    hungarian,
    hungarianStopWords,
    'mikor hol hová honnan hogyan miért ki kik kinek mi mit melyik hány mennyi',
  ),
  it: analysis(italian, italianStopWords, 'quando dove come perché chi cosa quale quali quanto quanta quanti quante'),
  nl: analysis(dutch, dutchStopWords, 'wanneer waar waarheen hoe waarom wie wat welke welk hoeveel'),
  no: analysis(norwegian, norwegianStopWords, 'når hvor hvordan hvorfor hvem hva hvilken hvilket hvilke'),
  pt: analysis(
    portuguese,
    portugueseStopWords,
    'é quando onde aonde como porquê quem qual quais quanto quanta quantos quantas',
  ),
  ro: analysis(romanian, romanianStopWords, 'a au fost când unde cum ce cine care cât câtă câți câte'),
  ru: analysis(
    russian,
    russianStopWords,
    'когда где куда откуда как почему зачем кто кого кому чей что какой какая какое какие сколько',
  ),
  sv: analysis(swedish, swedishStopWords, 'när var vart varifrån hur varför vem vems vad vilken vilket vilka'),
  tr: analysis(turkish, turkishStopWords, 'ne nerede nereye nereden nasıl neden niçin niye kim kimin kime hangi kaç'),
} as const satisfies Record<string, WordAnalysis>;

export type IndexedLanguage = keyof typeof ANALYSES;

/** Codes of the languages whose words are stemmed, without English. */
export const INDEXED_LANGUAGES = Object.keys(ANALYSES) as readonly IndexedLanguage[];

/** The language if its words are stemmed; null for English, for other languages and for none. */
export function indexedLanguage(language: string | null): IndexedLanguage | null {
  return INDEXED_LANGUAGES.find((known) => known === language) ?? null;
}

/** Stem of a word; `word` is in lower case with its accents. */
export function stemIn(language: IndexedLanguage, word: string): string {
  return ANALYSES[language].stem(word);
}

/** Whether a word has no content in the language; `word` is in lower case with its accents. */
export function isStopWord(language: IndexedLanguage, word: string): boolean {
  return ANALYSES[language].stopWords.has(word);
}

/** A word in lower case, by the rules of the language: Turkish has two kinds of i. */
export function lowerCaseIn(language: IndexedLanguage, word: string): string {
  return language === 'tr' ? word.toLocaleLowerCase('tr') : word.toLowerCase();
}
