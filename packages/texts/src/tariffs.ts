/** Names of the seeded tariffs, by id. */
export const tariffNames: Record<number, string> = { 1: 'Free', 2: 'Старт', 3: 'PRO', 4: 'Business' }
