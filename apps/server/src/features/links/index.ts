export { linkProcess } from './view.ts'
