export { SecondFactors } from './second-factors.tsx'
