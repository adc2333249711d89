import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ModelThread, type InputValues, type OutputValues } from '#inference/model-thread.js';
import { WordPieces, type Pieces } from './word-pieces.js';

/** Folder of the shipped model. */
export const MODEL_FOLDER = new URL('../../../../../models/extraction/encoder/', import.meta.url);
/** Files of a model. */
export const MODEL_FILES = [
  ...(['names.onnx', 'reader.onnx', 'subjects.onnx'] as const),
  ...(['tokenizer.json', 'encoder.json', 'truth.json'] as const),
] as const;

type ModelFile = (typeof MODEL_FILES)[number];

const NAMES = pathOf('names.onnx');
const READER = pathOf('reader.onnx');
const SUBJECTS = pathOf('subjects.onnx');

/** Parameters fitted on held-out data when the model was trained. */
export interface EncoderFigures {
  /** Temperature of name tags: scores divided by it give probabilities. */
  readonly temperature: number;
  /** Minimum probability of an accepted relation, and of a statement. */
  readonly leastRelation: number;
  readonly leastStatement: number;
  /** Minimum probability of an accepted end. */
  readonly leastEnd: number;
  /** (score + shift) / temperature is the log-odds of an end. */
  readonly endTemperature: number;
  readonly endShift: number;
}

/** Output of a layer, row by row for each token or word. */
export interface LayerScores {
  readonly values: Float32Array;
  /** Values per row. */
  readonly width: number;
}

/** Output of the name encoder for a row of words. */
export interface RowScores {
  /** Scores of name tags per word. */
  readonly tags: LayerScores;
  readonly types: LayerScores;
  /** Lower-layer states of the tokens, input of the claim encoder. */
  readonly states: LayerScores;
}

/** Tokens of a window, as the claim encoder takes them. */
export interface WindowPieces {
  /** Lower-layer states, token by token. */
  readonly states: Float32Array;
  readonly places: readonly number[];
  readonly parts: readonly number[];
  /** Indices of tokens that upper layers process, and of those that are only attended to. */
  readonly read: readonly number[];
  readonly kept: readonly number[];
}

/** Candidate arguments of claims, at least one. */
export interface WindowNames {
  /** Per candidate, the indices of its words among the processed tokens. */
  readonly words: readonly (readonly number[])[];
  /** Features of each candidate. */
  readonly features: Rows;
}

/**
 * The shipped sentence encoders, run by ONNX Runtime outside the event loop: one tags names row by row; the other
 * continues from its lower layers and predicts claims. Rows run one at a time: in a batch their scores would depend on
 * each other, because a run is quantized to 8 bits with one scale.
 */
export class EncoderModel {
  private constructor(
    private readonly thread: ModelThread,
    /** Splits words into the encoders' tokens. */
    readonly pieces: WordPieces,
    readonly figures: EncoderFigures,
  ) {}

  /** Loads the shipped model. @throws Error if a file is missing or corrupt */
  static async load(): Promise<EncoderModel> {
    const thread = new ModelThread();
    await Promise.all([NAMES, READER, SUBJECTS].map((file) => thread.load(file)));
    const pieces = new WordPieces(readJson('tokenizer.json'));
    return new EncoderModel(thread, pieces, readJson('encoder.json') as EncoderFigures);
  }

  /** Scores of name tags and entity types for a row of tokens, with its lower-layer states. */
  async readRow({ ids, cases, first }: Pieces): Promise<RowScores> {
    const shape = [1, ids.length];
    const { tags, types, states } = await this.thread.run(NAMES, {
      ids: integers(ids, shape),
      cases: integers(cases, shape),
      // The graph does not accept an empty row; its output is ignored.
      first: first.length > 0 ? integers(first, [first.length]) : integers([0], [1]),
    });
    return { tags: scoresOf(tags), types: scoresOf(types), states: scoresOf(states) };
  }

  /**
   * Scores of statement tags and states of the processed tokens of a window, and for n names n × n relation scores: per
   * type, whether it holds and whether it has ended; and n rows of scores of ends, per predicate.
   */
  async readWindow(window: WindowPieces, names: WindowNames): Promise<WindowScores> {
    const { places, parts, read, kept } = window;
    const shape = [1, places.length];
    const { statements, states, relations, ends } = await this.thread.run(READER, {
      lower: { type: 'float32', data: window.states, dims: [...shape, window.states.length / places.length] },
      places: integers(places, shape),
      parts: integers(parts, shape),
      read: integers(read, [read.length]),
      kept: integers(kept, [kept.length]),
      means: tensorOf(names.words.map((words) => meanOf(words, read.length))),
      features: tensorOf(names.features),
    });
    return {
      statements: scoresOf(statements),
      states: scoresOf(states),
      relations: scoresOf(relations),
      ends: scoresOf(ends),
    };
  }

  /**
   * Scores of each of n names as subject of each of m statements, and of having ended: n × m × 2.
   * @param names n states, then n rows of features
   * @param statements m states, then m rows of predicates; at least one
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
  readonly ends: LayerScores;
}

/** Rows of equal length. */
export type Rows = readonly Float32Array[];

/** Weights for the mean of chosen rows among `many`. */
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
