package raytracer;

final class Surface {
    Vec colour = new Vec(1, 0, 0);
    double diffuse = 0.2;
    double specular = 0.8;
    double shine = 15;
    double transmission;
    double refraction = 1;
}
