import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { post } from './engraph.mjs';
import { spokenIn } from './transcript.mjs';

const TIMEOUT_MS = 10_000;
const BATCH_SIZE = 50;
/** Code units of a message; what is longer is cut. 50 of them fit into a request. */
const MAX_TEXT = 30_000;

/**
 * Stores what was said since the last time. How far the transcript was read is kept in a file; if that is lost, or the
 * hook is killed, the ids of the messages prevent a second memory of each for 24 hours.
 */
export async function remember({ session_id, transcript_path, cwd }, settings) {
  if (typeof session_id !== 'string' || typeof transcript_path !== 'string') return;
  const mark = join(settings.stateDir, `${createHash('sha256').update(transcript_path).digest('hex')}.json`);
  const from = await readPosition(mark);
  const { lines, end } = await linesFrom(transcript_path, from);
  const items = spokenIn(lines).map((message) => itemOf(message, session_id, cwd, settings.speaker));
  for (let at = 0; at < items.length; at += BATCH_SIZE) await store(items.slice(at, at + BATCH_SIZE), settings);
  if (end !== from) await writePosition(mark, end);
}

function itemOf({ uuid, role, text, timestamp }, session, cwd, speaker) {
  const project = typeof cwd === 'string' ? basename(cwd) : '';
  return {
    text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text.toWellFormed(),
    role,
    session,
    ...(role === 'user' && speaker !== null ? { speaker } : {}),
    ...(typeof timestamp === 'string' ? { occurred_at: timestamp } : {}),
    metadata: { source: 'claude-code', project },
    request_id: `claude-code-${createHash('sha256').update(`${session} ${uuid}`).digest('hex')}`,
  };
}

/** @throws {Error} if some could not be stored now; what will never be stored is left out */
async function store(items, settings) {
  const { results } = await post(settings, '/v1/memories/batch', { items }, TIMEOUT_MS);
  for (const { error } of results) {
    if (error === undefined) continue;
    if (error.code !== 'bad_request' && error.code !== 'conflict') throw new Error(`${error.code}: ${error.message}`);
    process.stderr.write(`engraph: a message was left out: ${error.message}\n`);
  }
}

/** Complete lines of a file from a byte on, and where the last of them ends. */
async function linesFrom(path, from) {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const start = from <= size ? from : 0;
    const bytes = Buffer.alloc(size - start);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
    const length = bytes.lastIndexOf('\n', bytesRead - 1) + 1;
    return { lines: bytes.toString('utf8', 0, length).split('\n'), end: start + length };
  } finally {
    await file.close();
  }
}

async function readPosition(file) {
  const { bytes } = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : 0;
}

async function writePosition(file, bytes) {
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, JSON.stringify({ bytes }), { mode: 0o600 });
  await rename(temporary, file);
}
