export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0
}

export const inMs = (number: number) => `${number.toFixed(number < 10 ? 1 : 0)} ms`
