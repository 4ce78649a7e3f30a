export { forget, forgetOld } from './repo.ts'
export { linkProcess } from './view.ts'
