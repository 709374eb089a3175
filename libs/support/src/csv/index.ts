export { csvLine } from './csv-line.ts';
export { columnsIn, CsvReader, type CsvRecord, csvRecords, fieldName, fieldsIn, MalformedCsv } from './csv.ts';
export { EncodingDetector, textOf, UnknownEncoding } from './text-encoding.ts';
