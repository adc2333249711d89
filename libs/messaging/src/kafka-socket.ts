import net from 'node:net';
import tls from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

/** Time before the first TCP keepalive probe, in milliseconds; the client's own default. */
const KEEP_ALIVE_DELAY_MS = 60_000;

/**
 * Opens connections for the Kafka client, each ended after `silenceMs` without a byte in either direction; the client
 * then rejects the requests that wait for an answer, and connects again with its next one.
 *
 * The client's own limit on a request compares times of the system clock. If that clock is set back while the broker is
 * silent, a request would wait for as long as the clock was set back. The timeout of a socket does not depend on it.
 */
export function socketsEndedAfter(silenceMs: number): ISocketFactory {
  return ({ host, port, ssl, onConnect }) => {
    const socket = connect(host, port, ssl, onConnect);
    socket.setKeepAlive(true, KEEP_ALIVE_DELAY_MS);
    // The client handles `timeout` too, but leaves a socket whose peer is silent half open.
    socket.setTimeout(silenceMs, () => {
      socket.destroy();
    });
    // The client may use a new socket by now, and would reject its requests.
    socket.once('finish', () => socket.setTimeout(0));
    return socket;
  };
}

/** As the client does by default; `ssl` is absent for a plain connection. */
function connect(
  host: string,
  port: number,
  ssl: tls.ConnectionOptions | undefined,
  onConnect: () => void,
): net.Socket {
  if (!ssl) return net.connect({ host, port }, onConnect);
  const name = net.isIP(host) === 0 ? { servername: host } : {};
  return tls.connect({ host, port, ...name, ...ssl }, onConnect);
}
