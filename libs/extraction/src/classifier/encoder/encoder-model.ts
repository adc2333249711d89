import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ModelThread, type InputValues, type OutputValues } from '#inference/model-thread.js';
import { WordPieces, type Pieces } from './word-pieces.js';

/** Where the shipped model lies. */
export const MODEL_FOLDER = new URL('../../../../../models/extraction/encoder/', import.meta.url);
/** The files of a model. */
export const MODEL_FILES = ['names.onnx', 'reader.onnx', 'subjects.onnx', 'tokenizer.json', 'encoder.json'] as const;

type ModelFile = (typeof MODEL_FILES)[number];

const [NAMES, READER, SUBJECTS] = (['names.onnx', 'reader.onnx', 'subjects.onnx'] as const).map(pathOf) as [
  string,
  string,
  string,
];

/** Figures that were fitted on kept data when the model was made. */
export interface EncoderFigures {
  /** Scores of name tags divided by this make probabilities. */
  readonly temperature: number;
  /** Least probability of a relation, and of a statement, that is believed. */
  readonly leastRelation: number;
  readonly leastStatement: number;
}

/** One layer's scores, one piece or word after the other. */
export interface LayerScores {
  readonly values: Float32Array;
  /** Scores of each. */
  readonly width: number;
}

/** What the encoder of names says of a row. */
export interface RowScores {
  /** Of words. */
  readonly tags: LayerScores;
  readonly types: LayerScores;
  /** What its lower layers make of the pieces: the encoder of claims goes on from there. */
  readonly states: LayerScores;
}

/** The pieces of a window, as the encoder of claims takes them. */
export interface WindowPieces {
  /** Lower states, one piece after the other. */
  readonly states: Float32Array;
  readonly places: readonly number[];
  readonly parts: readonly number[];
  /** Numbers of the pieces that are read on, and of those that are only looked at. */
  readonly read: readonly number[];
  readonly kept: readonly number[];
}

/** Names that claims may be about, at least one. */
export interface WindowNames {
  /** Of each, the numbers of its words among those that are read on. */
  readonly words: readonly (readonly number[])[];
  /** What is known of each beside its words. */
  readonly features: Rows;
}

/**
 * The shipped sentence encoders, run by ONNX Runtime outside the event loop: one reads names row by row, the other goes on from
 * its lower layers and reads what a turn claims. Rows are run one by one: scores of several together would depend on each other,
 * as all values of a run are brought to 8 bits by one scale.
 */
export class EncoderModel {
  private constructor(
    private readonly thread: ModelThread,
    /** Cuts words into the encoders' pieces. */
    readonly pieces: WordPieces,
    readonly figures: EncoderFigures,
  ) {}

  /** Reads the shipped model. @throws Error where a file is missing or broken */
  static async load(): Promise<EncoderModel> {
    const thread = new ModelThread();
    await Promise.all([NAMES, READER, SUBJECTS].map((file) => thread.load(file)));
    const pieces = new WordPieces(readJson('tokenizer.json'));
    return new EncoderModel(thread, pieces, readJson('encoder.json') as EncoderFigures);
  }

  /** Scores of name tags and of entity types for a row of pieces, and its lower states. */
  async readRow({ ids, cases, first }: Pieces): Promise<RowScores> {
    const shape = [1, ids.length];
    const { tags, types, states } = await this.thread.run(NAMES, {
      ids: integers(ids, shape),
      cases: integers(cases, shape),
      // The graph takes no empty row; nobody looks at what it says of one.
      first: first.length > 0 ? integers(first, [first.length]) : integers([0], [1]),
    });
    return { tags: scoresOf(tags), types: scoresOf(types), states: scoresOf(states) };
  }

  /**
   * Scores of statement tags, and states, of what is read on of a window; of each of n names with each other, n × n scores of
   * relations: that it holds, of each type, and that it ended.
   */
  async readWindow(window: WindowPieces, names: WindowNames): Promise<WindowScores> {
    const { places, parts, read, kept } = window;
    const shape = [1, places.length];
    const { statements, states, relations } = await this.thread.run(READER, {
      lower: { type: 'float32', data: window.states, dims: [...shape, window.states.length / places.length] },
      places: integers(places, shape),
      parts: integers(parts, shape),
      read: integers(read, [read.length]),
      kept: integers(kept, [kept.length]),
      means: tensorOf(names.words.map((words) => meanOf(words, read.length))),
      features: tensorOf(names.features),
    });
    return { statements: scoresOf(statements), states: scoresOf(states), relations: scoresOf(relations) };
  }

  /**
   * How likely each of n names is the subject of each of m statements, and that it ended: n × m × 2.
   * @param names n states, then n rows of features
   * @param statements m states, then m rows that say the predicate; at least one
   */
  async subjects(names: readonly [Rows, Rows], statements: readonly [Rows, Rows]): Promise<LayerScores> {
    const [vectors, features] = [tensorOf(names[0]), tensorOf(names[1])];
    const [said, predicates] = [tensorOf(statements[0]), tensorOf(statements[1])];
    const { subjects } = await this.thread.run(SUBJECTS, { vectors, features, said, predicates });
    return scoresOf(subjects);
  }
}

export interface WindowScores {
  readonly statements: LayerScores;
  readonly states: LayerScores;
  readonly relations: LayerScores;
}

/** Rows of equal length. */
export type Rows = readonly Float32Array[];

/** Weights that take the mean of some of many. */
function meanOf(chosen: readonly number[], many: number): Float32Array {
  const weights = new Float32Array(many);
  for (const number of chosen) weights[number] = 1 / chosen.length;
  return weights;
}

function tensorOf(rows: Rows): InputValues {
  const width = rows[0]?.length ?? 0;
  const flat = new Float32Array(rows.length * width);
  rows.forEach((row, i) => {
    flat.set(row, i * width);
  });
  return { type: 'float32', data: flat, dims: [rows.length, width] };
}

function integers(values: readonly number[], dims: readonly number[]): InputValues {
  return { type: 'int32', data: Int32Array.from(values), dims };
}

function scoresOf(found: OutputValues | undefined): LayerScores {
  if (!found) throw new Error('the model lacks an output');
  return { values: found.data, width: found.dims.at(-1) ?? 0 };
}

function readJson(name: ModelFile): object {
  return JSON.parse(readFileSync(pathOf(name), 'utf8')) as object;
}

function pathOf(name: ModelFile): string {
  return fileURLToPath(new URL(name, MODEL_FOLDER));
}
