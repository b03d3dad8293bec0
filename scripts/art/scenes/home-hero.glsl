// with: tomahawk-steak ribeye-steak striploin-steak
// Three steaks on the paper, coarse salt and pepper about them; nothing that a crop would miss.
void crumbs(vec2 p, inout Spot s) {
  vec2 g = p * 9.5, i = floor(g), f = g - i;
  vec3 r = rnd(i, 1200.);
  vec2 off = (f - .25 - .5 * r.xy) / 9.5;
  if (r.z < .06) {
    float d = length(off) - .017;
    if (d < 0.) s = Spot(s.h + .030 * edge(d, .017), Mat(vec3(.055, .04, .032) * (1. + .6 * noise(p * 90., 1201.)), .0, .35, .1));
  } else if (r.z > .90) {
    float d = box(rot(r.x * 6.) * off, vec2(.011, .008), .002);
    if (d < 0.) s = Spot(s.h + .016 * edge(d, .004), Mat(vec3(.86, .83, .80), .0, .9, .8));
  }
}

void cut(vec2 p, inout Spot s) {
  PLACE(striploin_steak, vec2(-.46, -.60), .06, .52)
  PLACE(tomahawk_steak, vec2(-.24, .34), -.04, .74)
  PLACE(ribeye_steak, vec2(.56, -.36), .35, .62)
  if (s.h < .09 && noise(p * 1.3, 1204.) > -.12) crumbs(p, s);
}
