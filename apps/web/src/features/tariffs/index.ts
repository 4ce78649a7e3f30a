export { TariffCards } from './tariff-cards.tsx'
