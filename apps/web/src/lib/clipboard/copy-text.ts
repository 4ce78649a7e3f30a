import { showToast } from '#ui/toast.ts'

/** Copies a text and reports the outcome in a toast. */
export async function copyText(text: string, done: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(done)
  } catch {
    showToast(failed)
  }
}
