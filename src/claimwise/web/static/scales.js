// Scales: values are proportions where they are sent and in the address; the form shows them in points or per cent.

const PLAIN = { unit: "", factor: 1 };

/** In which unit a field shows its value, and how many times the value; `data` is the scale of the scores in the file. */
export function scaleOf(field, values, data) {
  const holds = Object.entries(field.scaled_when ?? {}).every(([name, allowed]) => allowed.includes(values[name] ?? null));
  if (!holds) return PLAIN;
  return field.by_data ? data ?? PLAIN : { unit: field.unit, factor: field.factor ?? 1 };
}

/** A value as the form shows it; what is no number stays. */
export const toShown = (value, { factor }) => (typeof value === "number" ? Number((value * factor).toPrecision(12)) : value);

/** What is typed, as the value that is sent. */
export const fromShown = (shown, { factor }) => Number((shown / factor).toPrecision(12));

/** Are both the same? */
export const isSame = (one, other) => one.unit === other.unit && one.factor === other.factor;
