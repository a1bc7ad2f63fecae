import { accepted, CatalogueFault, type CatalogueRead, type CatalogueText } from './catalogue.ts';
import { csvCatalogue } from './csv.ts';
import { oscalCatalogue } from './oscal.ts';

/** The catalogue, or what keeps it from being read; never throws for what the text holds. */
export function readCatalogue({ format, content }: CatalogueText): CatalogueRead {
  try {
    const catalogue = format === 'csv' ? csvCatalogue(content) : oscalCatalogue(content);
    return { catalogue: { ...catalogue, controls: accepted(catalogue.controls) } };
  } catch (error) {
    if (error instanceof CatalogueFault) return { fault: error.message };
    throw error;
  }
}
