import type { FastifyRequest } from 'fastify';
import { ProblemError } from './problems.ts';

/**
 * The first of `offered` that the Accept header takes, the first of all when there is none.
 *
 * @throws ProblemError `not_acceptable`
 */
export function preferredType<const Type extends string>(
  request: FastifyRequest,
  offered: readonly [Type, ...Type[]],
): Type {
  const accepted = (request.headers.accept ?? '*/*')
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
      return { range: range.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  for (const { range } of accepted) {
    const match = offered.find(
      (type) => range === '*/*' || range === type || range === `${type.split('/')[0]}/*`,
    );
    if (match) return match;
  }
  throw new ProblemError(406, 'not_acceptable', `This path answers ${offered.join(', ')}.`);
}
