/** Names of the accounts that development starts with. */
export const seedNames = {
  user: { name: 'Анна', surname: 'Ковалёва' },
  admin: { name: 'Сергей', surname: 'Орлов' },
} as const
