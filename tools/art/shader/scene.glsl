// The relief from above: colour and height, wetness, inner glow and reflectivity.
layout(location = 0) out vec4 out0;
layout(location = 1) out vec4 out1;

void main() {
  vec2 p = (gl_FragCoord.xy / uSize * 2. - 1.) * uField;
  Spot s = table(p);
  float bare = s.h;
  cut(p, s);
  out0 = vec4(s.mat.col, s.h);
  out1 = vec4(s.mat.gloss, s.mat.glow, s.h == bare ? MIRROR : 0., 1.);
}
