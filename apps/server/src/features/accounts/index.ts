export { exportOf, forgetUser } from './personal-data-repo.ts'
export { forgetOld } from './repo.ts'
export { type SeedUser, seedUsers } from './seed.ts'
