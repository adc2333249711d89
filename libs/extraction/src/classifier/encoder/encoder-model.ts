import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { WordPieces, type Pieces } from './word-pieces.js';

/** Where the shipped model lies. */
export const MODEL_FOLDER = new URL('../../../model/encoder/', import.meta.url);
/** The files of a model. */
export const MODEL_FILES = [
  'pieces.onnx',
  'names.onnx',
  'reader.onnx',
  'claims.onnx',
  'tokenizer.json',
  'encoder.json',
] as const;

type ModelFile = (typeof MODEL_FILES)[number];

/** Figures that were fitted on kept data when the model was made. */
export interface EncoderFigures {
  /** Scores of name tags divided by this make probabilities. */
  readonly temperature: number;
  /** Least probability of a relation, and of a statement, that is believed. */
  readonly leastRelation: number;
  readonly leastStatement: number;
}

/** One layer's scores, of all pieces of a batch. */
export interface LayerScores {
  readonly values: Float32Array;
  /** Pieces of each row, and scores of each piece. */
  readonly pieces: number;
  readonly width: number;
}

/** The shipped sentence encoders, one for names and one for claims, run by ONNX Runtime outside the event loop. */
export class EncoderModel {
  private constructor(
    private readonly sessions: Sessions,
    /** Cuts words into the encoders' pieces. */
    readonly pieces: WordPieces,
    readonly figures: EncoderFigures,
  ) {}

  /** Reads the shipped model. @throws Error where a file is missing or broken */
  static async load(): Promise<EncoderModel> {
    const [table, names, reader, claims] = await Promise.all([
      session('pieces.onnx'),
      session('names.onnx'),
      session('reader.onnx'),
      session('claims.onnx'),
    ]);
    const pieces = new WordPieces(readJson('tokenizer.json'));
    return new EncoderModel({ table, names, reader, claims }, pieces, readJson('encoder.json') as EncoderFigures);
  }

  /** Scores of name tags and of entity types for rows of pieces, of one or more; all are padded to the longest. */
  async nameScores(rows: readonly Pieces[]): Promise<{ tags: LayerScores; types: LayerScores }> {
    const { vectors, cases, mask } = await this.inputsOf(rows);
    const { tags, types } = await this.sessions.names.run({ vectors, cases, mask });
    return { tags: scoresOf(tags, mask), types: scoresOf(types, mask) };
  }

  /** Scores of statement tags, and states, for one row of pieces. */
  async read(row: Pieces): Promise<{ statements: LayerScores; states: LayerScores }> {
    const inputs = await this.inputsOf([row]);
    const { statements, states } = await this.sessions.reader.run(inputs);
    return { statements: scoresOf(statements, inputs.mask), states: scoresOf(states, inputs.mask) };
  }

  private async inputsOf(rows: readonly Pieces[]) {
    const width = Math.max(...rows.map(({ ids }) => ids.length));
    const padded = (values: (row: Pieces) => readonly number[]) => {
      const flat = new BigInt64Array(rows.length * width);
      rows.forEach((row, r) => {
        values(row).forEach((value, i) => (flat[r * width + i] = BigInt(value)));
      });
      return new Tensor('int64', flat, [rows.length, width]);
    };
    const { vectors } = await this.sessions.table.run({ ids: padded(({ ids }) => ids) });
    if (!vectors) throw new Error('the table of pieces gave no vectors');
    return {
      vectors,
      cases: padded(({ cases }) => cases),
      mask: padded(({ ids }) => ids.map(() => 1)),
      segments: padded(({ segments }) => segments),
    };
  }

  /**
   * Scores between n candidates and m statements, m at least one.
   * @param candidates n states, then n rows of features
   * @param statements m states, then m rows that say the predicate
   * @returns n × n × 2 · relations and n × m × 2
   */
  async relate(candidates: readonly [Rows, Rows], statements: readonly [Rows, Rows]): Promise<RelatedScores> {
    const [vectors, features] = candidates.map(tensorOf);
    const [said, predicates] = statements.map(tensorOf);
    if (!vectors || !features || !said || !predicates) throw new Error('candidates and statements are pairs of rows');
    const { relations, subjects } = await this.sessions.claims.run({ vectors, features, said, predicates });
    return { relations: relations?.data as Float32Array, subjects: subjects?.data as Float32Array };
  }
}

/** What is run, by file. */
interface Sessions {
  readonly table: InferenceSession;
  readonly names: InferenceSession;
  readonly reader: InferenceSession;
  readonly claims: InferenceSession;
}

/** Rows of equal length. */
export type Rows = readonly Float32Array[];

export interface RelatedScores {
  readonly relations: Float32Array;
  readonly subjects: Float32Array;
}

function tensorOf(rows: Rows): Tensor {
  const width = rows[0]?.length ?? 0;
  const flat = new Float32Array(rows.length * width);
  rows.forEach((row, i) => {
    flat.set(row, i * width);
  });
  return new Tensor('float32', flat, [1, rows.length, width]);
}

function scoresOf(found: Tensor | undefined, mask: Tensor): LayerScores {
  const values = found?.data as Float32Array;
  return { values, pieces: mask.dims[1] ?? 0, width: values.length / mask.size };
}

function session(name: ModelFile): Promise<InferenceSession> {
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, executionProviders: ['cpu'] };
  return InferenceSession.create(fileURLToPath(new URL(name, MODEL_FOLDER)), options);
}

function readJson(name: ModelFile): object {
  return JSON.parse(readFileSync(new URL(name, MODEL_FOLDER), 'utf8')) as object;
}
