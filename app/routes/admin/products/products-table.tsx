import { Form, Link, useNavigation } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { RowMenu } from "#app/components/overlay/row-menu.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { categoryText } from "#app/domain/catalogue/category.ts";
import { ProductThumbnail } from "#app/domain/catalogue/pictures/product-thumbnail.tsx";
import type { AdminProduct } from "#app/domain/catalogue/product.ts";
import { prepareImageEditor } from "#app/features/images/editor/use-image-editor.tsx";
import { formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { prepareEditor } from "./product-editor.tsx";
import { type ProductList, productsAddress } from "./products-address.ts";

interface ProductsTableProps {
  products: AdminProduct[];
  list: ProductList;
  onEditImages: ((product: AdminProduct) => void) | null;
}

/** Products by name. On narrow screens each product is a single cell. */
export function ProductsTable({ products, list, onEditImages }: ProductsTableProps) {
  return (
    <Table
      label="Products"
      columns={[
        "Product",
        { head: "Category", className: "hidden lg:table-cell" },
        { head: "Price", numeric: true, className: "hidden lg:table-cell" },
        { head: "Status", className: "hidden lg:table-cell" },
        { head: "Actions", isHeadHidden: true },
      ]}
    >
      {products.map((product) => (
        <ProductRow key={product.id} product={product} list={list} onEditImages={onEditImages} />
      ))}
    </Table>
  );
}

interface ProductRowProps extends Pick<ProductsTableProps, "onEditImages"> {
  product: AdminProduct;
  list: ProductList;
}

function ProductRow({ product, list, onEditImages }: ProductRowProps) {
  const { name, description, isActive, featuredRank } = product;
  const category = product.category ? categoryText[product.category].label : "N/A";
  const price = formatPricePerLb(toCents(product.pricePerLb));
  const pieces = piecesInWords(product);
  const status = (
    <span className="flex flex-wrap gap-1.5">
      {isActive ? <Badge tone="delivered">Active</Badge> : <Badge>Inactive</Badge>}
      {featuredRank !== null && <Badge>Home page</Badge>}
    </span>
  );
  return (
    <tr>
      <Th scope="row" className="align-top">
        <div className="flex gap-3 md:gap-4">
          <div className="w-16 shrink-0 pt-0.5 md:w-20">
            <ProductImageCell product={product} onEdit={onEditImages} />
          </div>
          <div className="min-w-0">
            <p className="break-words">{name}</p>
            {description && (
              <p className="mt-0.5 line-clamp-2 max-w-md text-sm font-normal break-words text-ink-soft">
                {description}
              </p>
            )}
            <div className="mt-1.5 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm font-normal lg:hidden">
              <span>{category}</span>
              <span className="tabular-nums">{price}</span>
              {pieces && <span className="text-ink-soft">{pieces}</span>}
              {status}
            </div>
          </div>
        </div>
      </Th>
      <Td className="hidden align-top whitespace-nowrap lg:table-cell">{category}</Td>
      <Td numeric className="hidden align-top lg:table-cell">
        {price}
        {pieces && <span className="block text-sm text-ink-soft">{pieces}</span>}
      </Td>
      <Td className="hidden align-top lg:table-cell">{status}</Td>
      <Td className="w-0 text-right align-top">
        <div className="-my-1.5">
          <ProductMenu product={product} list={list} />
        </div>
      </Td>
    </tr>
  );
}

function piecesInWords({ soldBy, typicalPieceLb }: AdminProduct): string | null {
  if (soldBy !== "piece" || typicalPieceLb === null) return null;
  return `by the piece, about ${formatLb(Number(typicalPieceLb))}`;
}

function ProductMenu({ product, list }: { product: AdminProduct; list: ProductList }) {
  const { formData, location } = useNavigation();
  const { id, name, isActive, featuredRank } = product;
  const isUnderWay =
    formData?.get("id") === id || new URLSearchParams(location?.search).get("edit") === id;
  return (
    <RowMenu of={name} pending={isUnderWay} onApproach={prepareEditor}>
      <Link to={productsAddress(list, { edit: id })} preventScrollReset className="menu-item">
        Edit
      </Link>
      <Form method="post" action={productsAddress(list)} replace preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="visibility" value={isActive ? "inactive" : "active"} />
        <button type="submit" className="menu-item">
          {isActive ? "Deactivate" : "Activate"}
        </button>
      </Form>
      <Form method="post" action={productsAddress(list)} replace preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="home" value={featuredRank === null ? "on" : "off"} />
        <button type="submit" className="menu-item">
          {featuredRank === null ? "Put on the home page" : "Take off the home page"}
        </button>
      </Form>
    </RowMenu>
  );
}

interface ProductImageCellProps {
  product: AdminProduct;
  /** Null if the user can't edit it. */
  onEdit: ((product: AdminProduct) => void) | null;
}

/** A product's thumbnail in the list, which the designated administrator can replace. */
function ProductImageCell({ product, onEdit }: ProductImageCellProps) {
  const { name, imageUrl } = product;
  const image = <ProductThumbnail imageUrl={imageUrl} />;
  if (!onEdit) return image;
  return (
    <button
      type="button"
      onPointerEnter={prepareImageEditor}
      onFocus={prepareImageEditor}
      onClick={() => onEdit(product)}
      className="needs-script group block w-full text-center text-sm font-normal"
    >
      {image}
      <span className="link block pt-1 group-hover:text-oxblood">
        {imageUrl ? "Change" : "Add"}
        <span className="sr-only"> image of {name}</span>
      </span>
    </button>
  );
}
