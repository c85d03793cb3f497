// expects: lint/style/noEnum
export enum Colour {
  Red = 0,
}
