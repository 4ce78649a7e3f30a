/** Names of the accounts that development starts with. */
export const seedNames = {
  free: { name: 'Анна', surname: 'Ковалёва' },
  pro: { name: 'Павел', surname: 'Ремизов' },
  admin: { name: 'Сергей', surname: 'Орлов' },
} as const
