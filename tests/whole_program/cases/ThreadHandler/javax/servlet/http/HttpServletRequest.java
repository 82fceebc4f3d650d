package javax.servlet.http;

public interface HttpServletRequest { }
