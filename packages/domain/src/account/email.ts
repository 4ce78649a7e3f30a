/** The form in which addresses are compared. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Checks the syntax; only a mail proves that an address exists. */
export function isEmail(email: string): boolean {
  return email.length <= 254 && /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+\.[^\s@.<>(),;:"[\]\\]{2,}$/u.test(email)
}
