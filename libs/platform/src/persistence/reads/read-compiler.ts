import { type LimitNode, type OffsetNode, type OperationNode, PostgresQueryCompiler, type RawNode, ValueNode } from 'kysely';

const BEFORE_BOUND = /\b(limit|offset) $/;

/**
 * Writes the limits and offsets of pages into the text. A plan for all values of the parameters then knows that a page has ten rows and
 * reads them in the order of an index; with a parameter it would be made for a tenth of the table, and would sort it.
 */
export class ReadCompiler extends PostgresQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ');
    this.visitBound(limit);
  }

  protected override visitOffset({ offset }: OffsetNode): void {
    this.append('offset ');
    this.visitBound(offset);
  }

  protected override visitRaw({ sqlFragments, parameters }: RawNode): void {
    sqlFragments.forEach((fragment, index) => {
      this.append(fragment);
      const parameter = parameters[index];
      if (!parameter) return;
      if (BEFORE_BOUND.test(fragment)) this.visitBound(parameter);
      else this.visitNode(parameter);
    });
  }

  private visitBound(node: OperationNode): void {
    if (ValueNode.is(node) && Number.isSafeInteger(node.value)) this.append(String(node.value));
    else this.visitNode(node);
  }
}
