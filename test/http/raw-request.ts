import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A response, parsed from the bytes. */
export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly code: string | undefined;
  readonly message: string | undefined;
}

/** A raw connection, on which the test sends every byte. */
export async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Sends the head lines and the body, and reads one response with its body; the connection stays open. */
export async function exchange(
  socket: Socket,
  head: readonly string[],
  rest: string | Buffer = '',
): Promise<RawAnswer> {
  let received = '';
  const answered = new Promise<RawAnswer>((resolve, reject) => {
    socket.on('data', (data: Buffer) => {
      received += data.toString('latin1');
      const answer = answerOf(received);
      if (answer) resolve(answer);
    });
    socket.once('close', () => {
      reject(new Error(`the connection ended after: ${received.slice(0, 200)}`));
    });
  });
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(rest);
  const answer = await answered;
  socket.removeAllListeners('data');
  return answer;
}

/** Like `exchange`, on a new connection. */
export async function rawRequest(
  port: number,
  head: readonly string[],
  rest: string | Buffer = '',
): Promise<RawAnswer> {
  const socket = await open(port);
  try {
    return await exchange(socket, head, rest);
  } finally {
    socket.destroy();
  }
}

function answerOf(received: string): RawAnswer | null {
  const [head = '', body = ''] = split(received);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Map(lines.map((line) => [nameOf(line), line.slice(line.indexOf(':') + 1).trim()]));
  const length = Number(headers.get('content-length') ?? NaN);
  if (!(body.length >= length)) return null;
  const { error } = JSON.parse(body) as { error?: { code: string; message: string } };
  return { status: Number(statusLine.split(' ')[1]), headers, code: error?.code, message: error?.message };
}

function split(received: string): string[] {
  const end = received.indexOf('\r\n\r\n');
  return end < 0 ? [] : [received.slice(0, end), received.slice(end + 4)];
}

function nameOf(line: string): string {
  return line.slice(0, line.indexOf(':')).toLowerCase();
}
