/** Addresses are compared without case and outer spaces. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}
