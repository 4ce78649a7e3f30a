/** Where the recording lies as it was uploaded. */
export function originalKey(scriptId: string): string {
  return `scripts/${scriptId}/original`
}
