/** Addresses are compared without case and outer spaces. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Whether it looks like an address at all; whether it is one, only a mail can tell. */
export function isEmail(email: string): boolean {
  return email.length <= 254 && /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+\.[^\s@.<>(),;:"[\]\\]{2,}$/u.test(email)
}
