/** Of the figures that there are; null when there is none. */
export function mean(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Null as soon as one is unknown: a mean of the rest would look like a figure of them all. */
export function meanOfKnown(values: readonly (number | null)[]): number | null {
  return values.includes(null) ? null : mean(values);
}
