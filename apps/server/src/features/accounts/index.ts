export { type SeedUser, seedUsers } from './seed.ts'
