import { HttpLoad } from '../http-load.js';
import { programArgument } from '../processes.js';

/** The same request again and again. */
export interface RequestLoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Head and body. */
  readonly text: string;
}

const { text, ...load } = programArgument() as RequestLoadOptions;
process.stdout.write(JSON.stringify(await new HttpLoad({ ...load, request: () => text }).run()));
