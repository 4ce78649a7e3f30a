/** Names of the development accounts. */
export const seedNames = {
  free: { name: 'Анна', surname: 'Ковалёва' },
  pro: { name: 'Павел', surname: 'Ремизов' },
  admin: { name: 'Сергей', surname: 'Орлов' },
} as const
