/** Leaves out the statement that the API repeats by itself, which load shedding decides by. */
export function statementsOfRequests<Call extends readonly [text: string, ...others: unknown[]]>(
  calls: readonly Call[],
): Call[] {
  return calls.filter(([text]) => !text.includes('"lanesStopped"'));
}
