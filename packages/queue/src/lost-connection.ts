/** SQLSTATE classes of a connection that is lost or not to be had for the moment, and the codes that sockets use. */
const LOST =
  /^(08|57P0[123]|53300|55000|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)/;
const LOST_WITHOUT_CODE =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded|Query read timeout)/;

/**
 * BullMQ repeats what failed for want of a connection, but takes only a refused one for that. After any other loss it
 * would count a finished job as a failed attempt and ask again without a pause. So each is made to look like a refused
 * one here; the original goes to `report` and stays the cause.
 */
export function withLostConnectionsMarked<T extends object>(backend: T, report: (error: unknown) => void): T {
  const mark = (error: unknown): never => {
    if (!isLostConnection(error)) throw error;
    report(error);
    throw Object.assign(new Error('The connection to Postgres was lost', { cause: error }), {
      code: 'ECONNREFUSED',
    });
  };
  return new Proxy(backend, {
    get(target, property, receiver) {
      const value: unknown = Reflect.get(target, property, receiver);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, receiver, args);
        return result instanceof Promise ? result.catch(mark) : result;
      };
    },
  });
}

function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return code === '' ? LOST_WITHOUT_CODE.test(error.message) : LOST.test(code);
}
