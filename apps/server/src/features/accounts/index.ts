export { forgetOld } from './repo.ts'
export { type SeedUser, seedUsers } from './seed.ts'
